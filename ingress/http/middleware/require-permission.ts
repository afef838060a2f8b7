import type { RequestHandler } from "express";
import { noMerchant } from "./authenticate-session.ts";
import { Problem } from "../problems.ts";
import type { SessionAccess } from "../route.ts";
import { permissionsOf, PROOF_MS, sessionOf } from "../session.ts";

/** Refuses people who are not what the route asks for: see SessionAccess. */
export function requirePermission({ permission, stepUp }: SessionAccess): RequestHandler {
  return ({ params }, response, next) => {
    const { isReviewer, merchantId, role, provedAt } = sessionOf(response);
    if (permission === "review" && !isReviewer) {
      throw new Problem("ROLE_INSUFFICIENT", "Only reviewers of the platform may do this.");
    }
    if (permission !== "review" && permission !== "person") {
      if (merchantId === null || role === null) throw noMerchant();
      if (!permissionsOf[role].includes(permission)) {
        throw new Problem(
          "ROLE_INSUFFICIENT",
          `Your role (${role}) may not do this. An owner can change roles.`,
        );
      }
    }
    const mustProve = stepUp === "live" ? params.environment === "live" : stepUp;
    if (mustProve && provedAt < Date.now() - PROOF_MS) {
      throw new Problem("STEP_UP_REQUIRED", "Confirm that it is you, then send the request again.");
    }
    next();
  };
}
