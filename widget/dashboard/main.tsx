import "./styles/tokens.css";
import "./styles/base.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { createRoot } from "react-dom/client";
import { ApiError } from "./api/api-error.ts";
import { queryClient } from "./api/query-client.ts";
import { keepAnnouncements } from "./shell/keep-announcements.ts";
import { surviveTranslators } from "./shell/survive-translators.ts";
import { router } from "./router.tsx";

// Failed loads and refusals appear on the screen; only faults of the page are reported.
const onCaughtError = (error: unknown) => {
  if (!(error instanceof ApiError)) reportError(error);
};

surviveTranslators(document.body);
keepAnnouncements(document.body);
createRoot(document.querySelector("#root")!, { onCaughtError }).render(
  <StrictMode>
    {/* The texts are English and run from left to right, whatever the browser's language is. */}
    <I18nProvider locale="en-GB">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);
