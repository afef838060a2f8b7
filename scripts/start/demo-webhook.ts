/** Where the demos receive the demo merchant's events, which `npm run listen` forwards. */
export const DEMO_WEBHOOK_PORT = 4010;
/** The origin of the demo shop (`npm run demo:shop`), whose pages embed the checkout. */
export const DEMO_SHOP_ORIGIN = `http://localhost:${DEMO_WEBHOOK_PORT}`;
