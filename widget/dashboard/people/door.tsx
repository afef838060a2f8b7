import { Outlet } from "@tanstack/react-router";
import { shellTexts } from "../texts/shell.ts";
import "./door.css";

/** Around the pages of who is not signed in. */
export function Door() {
  return (
    <main className="door">
      <p className="door-mark">
        <img src={mark} alt="" width="28" height="28" />
        {shellTexts.product}
      </p>
      <div className="door-card">
        <Outlet />
      </div>
    </main>
  );
}

const mark = new URL("../favicon.svg", import.meta.url).href;
