/** Outlines on a grid of 16. */
const paths = {
  home: "M2.5 7 8 2.5 13.5 7v6a.5.5 0 0 1-.5.5h-3V9.5H6v4H3a.5.5 0 0 1-.5-.5z",
  collections: "M8 2.5v8m0 0L4.75 7.25M8 10.5l3.25-3.25M2.5 12.5h11",
  accounts: "M2.5 6.5 8 3l5.5 3.5zM4 6.5v5m2.7-5v5m2.6-5v5m2.7-5v5M2.5 13h11",
  link: "M6.5 9.5a2.5 2.5 0 0 0 3.6 0l2.2-2.2a2.55 2.55 0 0 0-3.6-3.6L8 4.4m1.5 2.1a2.5 2.5 0 0 0-3.6 0L3.7 8.7a2.55 2.55 0 0 0 3.6 3.6L8 11.6",
  payouts: "M8 10.5v-8m0 0L4.75 5.75M8 2.5l3.25 3.25M2.5 12.5h11",
  batches: "M8 2.5 13.5 5.2 8 8 2.5 5.2zM2.5 8 8 10.8 13.5 8M2.5 10.8 8 13.6l5.5-2.8",
  refunds: "M5.5 3 2.5 6l3 3M2.5 6h7.2a3.75 3.75 0 0 1 0 7.5H6",
  approvals: "M8 13.8A5.8 5.8 0 1 0 8 2.2a5.8 5.8 0 0 0 0 11.6M5.6 8.2l1.7 1.7 3.2-3.5",
  balance: "M12.5 5V3h-9a1 1 0 0 0 0 2H13.5v8h-10a1 1 0 0 1-1-1V4M10.8 9h.01",
  statement: "M4 2.5h8v11l-2-1.2-2 1.2-2-1.2-2 1.2zM6.2 5.8h3.6m-3.6 2.7h3.6",
  identity:
    "M2.5 3.5h11v9h-11zM6 8.2a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 2.6m-2 2.3c.4-.9 1.1-1.3 2-1.3s1.6.4 2 1.3M10 6.5h1.5M10 9h1.5",
  events: "M8.8 2 3.5 9h4l-.5 5 5.5-7h-4z",
  key: "M10.2 9.3a3.5 3.5 0 1 0-3.4-2.6L2.5 11v2.5H5V12h1.5v-1.5zM10.8 5.2h.01",
  webhook:
    "M8 7 5.8 10.8M8 7a2 2 0 1 0-1.7-.95M8 7l2.2 3.6M5.8 11.6h4.4m-4.4 0A1.9 1.9 0 1 1 4 9.3m6.2 2.3a1.9 1.9 0 1 0 .4-1.9",
  embed: "m5.5 5-3 3 3 3m5-6 3 3-3 3M9 3.5l-2 9",
  sandbox: "M6 2.5h4M6.75 2.5v4L3.4 12a1 1 0 0 0 .9 1.5h7.4a1 1 0 0 0 .9-1.5L9.25 6.5v-4M5 10h6",
  requests: "M2.5 4h11m-11 4h11m-11 4h7",
  bank: "M2.5 4.5h11v7h-11zM2.5 7h11M5 9.5h2",
  limits: "M2.8 11.5a5.75 5.75 0 1 1 10.4 0M8 9.5l2.5-3",
  verification: "M8 2.2 13 4v4c0 3-2.1 5-5 5.9C5.1 13 3 11 3 8V4zM5.9 7.9l1.5 1.5 2.8-3",
  people:
    "M6 7.5a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5m-3.8 5.5c.3-2.2 1.7-3.5 3.8-3.5s3.5 1.3 3.8 3.5M10.5 3.2a2.2 2.2 0 0 1 0 4.2m1.2 2.3c1.2.5 1.9 1.6 2.1 3.3",
  audit: "M4 2.5h6l2.5 2.5v8.5H4zM6.2 7h4m-4 2.5h4",
  person: "M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5m-4.8 6c.3-2.5 2.2-4 4.8-4s4.5 1.5 4.8 4",
  search: "M7.2 12a4.8 4.8 0 1 0 0-9.6 4.8 4.8 0 0 0 0 9.6m3.5-1.3L14 14",
  menu: "M2.5 4.5h11m-11 3.5h11m-11 3.5h11",
  close: "m4 4 8 8m0-8-8 8",
  check: "m3.5 8.5 3 3 6-7",
  chevronDown: "m4.5 6.5 3.5 3.5 3.5-3.5",
  chevronLeft: "M9.5 4.5 6 8l3.5 3.5",
  sort: "m5 6 3-3 3 3m-6 4 3 3 3-3",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  plus: "M8 3v10M3 8h10",
  warning: "M8 2.5 14 13H2zM8 6.5v3m0 1.7v.1",
  mail: "M2.5 3.5h11v9h-11zM2.5 4.5 8 8.8l5.5-4.3",
  info: "M8 13.8A5.8 5.8 0 1 0 8 2.2a5.8 5.8 0 0 0 0 11.6M8 7.5v3.2M8 5.2v.1",
  signOut: "M6.5 2.5h-4v11h4M6 8h7.5m0 0L10.5 5m3 3-3 3",
  sun: "M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6M8 1.5v1.2m0 10.6v1.2M14.5 8h-1.2M2.7 8H1.5m11.1-4.6-.9.9m-7.4 7.4-.9.9m9.2 0-.9-.9M4.3 4.3l-.9-.9",
  moon: "M13.5 9.5A5.8 5.8 0 0 1 6.5 2.5a5.8 5.8 0 1 0 7 7z",
  system: "M2.5 3h11v7.5h-11zM6 13.5h4m-2-3v3",
  docs: "M2.5 3.5c2-.8 4-.6 5.5.5v9c-1.5-1.1-3.5-1.3-5.5-.5zm11 0c-2-.8-4-.6-5.5.5v9c1.5-1.1 3.5-1.3 5.5-.5z",
  clock: "M8 13.8A5.8 5.8 0 1 0 8 2.2a5.8 5.8 0 0 0 0 11.6M8 4.8V8l2.2 1.5",
  refresh: "M13 8a5 5 0 1 1-1.5-3.6L13 6M13 2.8V6H9.8",
  dots: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  filter: "M2.5 4h11M4.5 8h7m-4.5 4h2",
  trash: "M3 4.5h10M6.5 4.5v-2h3v2m-5 0 .6 9h5.8l.6-9",
} as const;

export type IconName = keyof typeof paths;

/** A small outline beside a text; never the only label. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === "dots" ? 2 : 1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
