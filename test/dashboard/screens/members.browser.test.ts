import { expect } from "vitest";
import { createMember } from "../../helpers/create-member.ts";
import { createPerson } from "../../helpers/create-person.ts";
import { test } from "../../helpers/test.ts";
import { lastToken } from "../../people/read-mails.ts";
import { checkScreen } from "./check-screen.ts";
import { visitDashboard } from "./visit-dashboard.ts";

test("an invitation that somebody accepts elsewhere makes them a member on a page that stays open", async ({
  context,
  database,
  ingress,
}) => {
  const { tenant } = await createMember(database);
  const { session } = await createPerson(database, [[tenant.merchantId, "owner"]]);
  const invited = await createPerson(database);
  const body = { email: invited.email, role: "developer" };
  await ingress.call("POST", "/dashboard/api/invitations", { session, body });
  const page = await visitDashboard(
    context,
    ingress,
    { ...invited, session },
    "/dashboard/test/settings/people",
  );
  const open = page.getByRole("button", { name: `Revoke the invitation for ${invited.email}` });
  const member = page.getByRole("row").filter({ hasText: invited.email });
  await open.waitFor();
  expect(await member.count()).toBe(0);
  const token = await lastToken(database, invited.email, "invitation");
  await ingress.call("POST", "/dashboard/api/invitations/accept", {
    session: invited.session,
    body: { token },
  });
  await member.waitFor();
  await open.waitFor({ state: "detached" });
  await checkScreen(page);
});
