/** The median: the middle value, or the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2;
}

/** The value that `share` of the values do not exceed: 0.99 gives the 99th percentile. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]!;
}

/** The slope of the least-squares line through the points. */
export function slope(points: readonly { x: number; y: number }[]): number {
  const mean = (of: "x" | "y") => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean("x"), mean("y")];
  const across = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  return points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / across;
}
