import { Notice } from "./notice.tsx";

/** A screen that the person's role may not use: `children` says whose may. */
export function RoleRefusal({ header, children }: { header: React.ReactNode; children: React.ReactNode }) {
  return (
    <>
      {header}
      <Notice kind="warning">{children}</Notice>
    </>
  );
}
