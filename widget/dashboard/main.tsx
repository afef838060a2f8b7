import "./styles/tokens.css";
import "./styles/base.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/query-client.ts";
import { router } from "./router.tsx";

// A part that a newer version replaced is gone: start again with that version, but not for ever.
window.addEventListener("vite:preloadError", () => {
  const before = Number(sessionStorage.getItem("dashboard-reloaded"));
  if (Date.now() - before < 30_000) return;
  sessionStorage.setItem("dashboard-reloaded", String(Date.now()));
  window.location.reload();
});

createRoot(document.querySelector("#root")!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
