/**
 * Where the demo merchant's events go, until `npm run admin -- webhook set` changes it. `npm run demo` listens there.
 */
export const DEMO_WEBHOOK_PORT = 4010;
/** The origin of the demo shop (`npm run demo:shop`): it receives the webhooks, and its pages embed the checkout. */
export const DEMO_SHOP_ORIGIN = `http://localhost:${DEMO_WEBHOOK_PORT}`;
export const DEMO_WEBHOOK_URL = `http://127.0.0.1:${DEMO_WEBHOOK_PORT}/webhooks`;
