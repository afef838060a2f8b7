import { Finding, expectKind, patient, type GatewayCase } from "./gateway-case.ts";

const rule =
  "a balance is a 200 with `balances`, each with `value`, a whole number of kobo or cents, and `currency`; " +
  'a provider that does not tell it answers 404 with {"error":"not_found"}';

export const balanceCases: GatewayCase[] = [
  {
    title: "says what it holds, each currency once, or that it does not say",
    operation: "findBalances",
    needs: [],
    async run({ gateway }) {
      const result = await gateway.findBalances!(patient);
      expectKind(result, ["balances", "not_found"], rule);
      if (result.kind === "balances" && result.balances.length === 0)
        throw new Finding("it names neither NGN nor USD", rule);
    },
  },
];
