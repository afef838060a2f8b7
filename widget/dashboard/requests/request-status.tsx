import { Badge, type BadgeColour } from "../components/values/badge.tsx";

const colours: Record<string, BadgeColour> = { 2: "green", 3: "blue", 4: "amber", 5: "red" };

export function RequestStatus({ status }: { status: number }) {
  return <Badge colour={colours[Math.floor(status / 100)] ?? "grey"}>{status}</Badge>;
}
