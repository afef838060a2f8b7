/** A moment's day in Nigeria, which is an hour ahead of UTC all year, or the day so many days later. */
export const lagosDay = (time: string | Date = new Date(), later = 0): string =>
  new Date(new Date(time).getTime() + 3_600_000 + later * 86_400_000).toISOString().slice(0, 10);
