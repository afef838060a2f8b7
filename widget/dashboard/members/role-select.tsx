import { useState } from "react";
import type { MemberRole } from "../api/types.ts";
import { Select } from "../components/forms/select.tsx";
import { roleTexts } from "./roles.ts";

const roles = Object.keys(roleTexts) as MemberRole[];

/** One of the roles, with what it may do. Its name in a form is `role`. */
export function RoleSelect({ initial }: { initial: MemberRole }) {
  const [role, setRole] = useState(initial);
  return (
    <Select
      label="Role"
      name="role"
      value={role}
      onChange={setRole}
      options={roles.map((each) => [each, roleTexts[each].name] as const)}
      description={roleTexts[role].text}
    />
  );
}
