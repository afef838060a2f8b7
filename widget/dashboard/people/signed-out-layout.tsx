import { Outlet } from "@tanstack/react-router";
import "./signed-out-layout.css";

/** The layout of pages for people who are not signed in. */
export function SignedOutLayout() {
  return (
    <main className="signed-out">
      <p className="signed-out-mark row">
        <img src={mark} alt="" width="28" height="28" />
        Payments
      </p>
      <div className="signed-out-card box">
        <Outlet />
      </div>
    </main>
  );
}

const mark = new URL("../favicon.svg", import.meta.url).href;
