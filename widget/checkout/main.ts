import "./page.css";
import "./card.css";
import "./elements/elements.css";
import "./elements/section.css";
import "./details/details.css";
import "./transfer/transfer.css";
import { drawPage } from "./draw-page.tsx";
import { talkToParent } from "./frame/talk-to-parent.ts";
import { readPageFacts, RELOAD_ID, ROOT_ID } from "./page-facts.ts";
import { runCheckout } from "./run-checkout.ts";
import { firstPage } from "./state/checkout-state.ts";
import { createStore } from "./state/store.ts";

const { link, limits, embedding: embeddedIn } = readPageFacts(document);
const root = document.getElementById(ROOT_ID)!;
const embedding = window.parent === window ? undefined : embeddedIn;
const isFramed = embedding !== undefined;
document.documentElement.classList.toggle("embedded", isFramed);

const store = createStore(firstPage(link));
const parent = talkToParent(embedding);
const { actions, begin } = runCheckout({ link, limits, isFramed, store, parent });
const { takeFocus } = drawPage({ root, link, store, actions, isFramed });
parent.onShown(takeFocus);
parent.send({ type: "ready" });
begin();
document.getElementById(RELOAD_ID)?.remove();
