import { dataQuery, listQuery } from "../api/queries.ts";
import type { Environment } from "../api/types.ts";

export const paymentLinksQuery = listQuery("/{environment}/payment-links");

export const paymentLinkQuery = (environment: Environment, slug: string) =>
  dataQuery("/{environment}/payment-links/{slug}", { environment, slug });
