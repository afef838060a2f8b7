import { buildWidget } from "./build/build-widget.ts";
import { checkWidgetSize } from "./build/check-widget-size.ts";

/** `npm run build`: builds what runs in browsers. `npm start` and `npm test` do so by themselves where it is stale. */
await buildWidget();
const bytes = await checkWidgetSize(new URL("../widget/js/dist/service.global.js", import.meta.url));
console.log(`Built widget/; merchants' pages load ${bytes} bytes of it, compressed.`);
