import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Shop } from "./shop.tsx";

const app = document.querySelector<HTMLElement>("#app")!;
createRoot(app).render(
  <StrictMode>
    <Shop payOrigin={app.dataset["payOrigin"]!} />
  </StrictMode>,
);
