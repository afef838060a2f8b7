import { expect } from "vitest";
import { disablePaymentLink } from "../../sql/payment-links/payment-links.ts";
import { createMember } from "../helpers/create-member.ts";
import { createLink } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

const acting = { actor: "Ada" };

test("a link that an operator disables cannot be opened, and its merchant sees that and may enable it again", async ({
  database,
  ingress: { call, url },
}) => {
  const { tenant, key } = await createMember(database);
  const slug = await createLink(database, tenant, { linkType: "reusable" });
  const other = await createLink(database, tenant);
  const isOpen = async (of: string) =>
    ((await (await fetch(`${url}/pay/${of}/state`)).json()) as { data: { status: string } }).data.status;
  const before = await isOpen(slug);

  expect(await disablePaymentLink(database, { slug, acting })).toMatchObject({ outcome: "disabled" });
  expect(await isOpen(slug)).not.toBe(before);
  expect(await isOpen(other)).toBe(before);
  const seen = await call("GET", `/v1/payment-links/${slug}`, { key });
  expect(seen.data.status).toBe("disabled");
  expect(await disablePaymentLink(database, { slug, acting })).toMatchObject({ outcome: "disabled" });

  await call("PATCH", `/v1/payment-links/${slug}`, { key, body: { status: "active" } });
  expect(await isOpen(slug)).toBe(before);
  expect(await disablePaymentLink(database, { slug: "unknownslug0", acting })).toMatchObject({
    outcome: "not_found",
  });
});
