import "./checkout.css";
import { listenToCopyButtons } from "./copy-buttons.ts";
import { readPage } from "./page.ts";
import { runCheckout } from "./run-checkout.ts";
import { talkToParent } from "./talk-to-parent.ts";
import { createViews } from "./views.ts";

const page = readPage();
document.documentElement.classList.toggle("embedded", page.parent !== undefined);

const views = createViews(page);
const parent = talkToParent(page);
parent.onShown(views.takeFocus);
listenToCopyButtons();
parent.send({ type: "ready" });
runCheckout({ page, views, parent });
