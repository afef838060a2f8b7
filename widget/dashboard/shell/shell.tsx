import { Outlet, useBlocker, useLocation } from "@tanstack/react-router";
import { Suspense, useEffect, useRef, useState } from "react";
import { useLiveUpdates } from "../api/live-updates.ts";
import { useSession } from "../api/session.ts";
import { IconButton } from "../components/forms/button.tsx";
import { forgetUnsaved, hasUnsaved, hasUnsettled } from "../components/forms/unsaved.ts";
import { Icon } from "../components/values/icon.tsx";
import { useStore } from "../components/store.ts";
import { Toasts } from "../components/messages/toasts.tsx";
import { Badge } from "../components/values/badge.tsx";
import { openStepUp } from "../step-up/request-step-up.ts";
import { AccountButton } from "./account-button.tsx";
import { EnvironmentSwitch } from "./environment-switch.tsx";
import { keepEnvironment, useEnvironment } from "./environment.ts";
import { needsMerchant } from "./navigation.ts";
import { PartBoundary } from "./part-boundary.tsx";
import { Sidebar } from "./sidebar.tsx";
import "./shell.css";
import { lazyPart } from "./screen.ts";

const CommandPalette = lazyPart(() => import("./command-palette.tsx"), "CommandPalette");
const Drawer = lazyPart(() => import("./drawer.tsx"), "Drawer");
const AddMerchant = lazyPart(() => import("./add-merchant.tsx"), "AddMerchant");
const NoMerchant = lazyPart(() => import("./no-merchant.tsx"), "NoMerchant");
const StepUpDialog = lazyPart(() => import("../step-up/step-up-dialog.tsx"), "StepUpDialog");

/** The frame of every screen for signed-in people. */
export function Shell() {
  const environment = useEnvironment();
  const { pathname } = useLocation();
  // Undefined until first opened: its code is loaded then.
  const [isDrawerOpen, setDrawerOpen] = useState<boolean>();
  const [isSearching, setSearching] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const { merchant } = useSession();
  const isForNobody = merchant === null && needsMerchant(pathname.slice(`/${environment}`.length));
  const main = useFocusOnNavigation(pathname);
  const stepUp = useStore(openStepUp);
  useEffect(() => keepEnvironment(environment), [environment]);
  useLiveUpdates(environment);
  useSearchKey(setSearching);
  useMenusLoaded();
  useOneMerchant(merchant?.reference);
  useQuestionBeforeLeaving();
  return (
    <div className="shell" data-environment={environment}>
      <a className="shell-skip" href="#content">
        Skip to content
      </a>
      <aside className="shell-side">
        <Sidebar />
      </aside>
      <header className="shell-top">
        <span className="shell-drawer-button">
          <IconButton icon="menu" label="Open navigation" onPress={() => setDrawerOpen(true)} />
        </span>
        <button type="button" className="shell-search row" onClick={() => setSearching(true)}>
          <Icon name="search" />
          <b className="visually-hidden">Search</b>
          <span className="fill truncate">Reference or screen…</span>
          <kbd>{isApple ? "⌘K" : "Ctrl K"}</kbd>
        </button>
        <div className="shell-top-end row">
          {environment === "test" && <Badge colour="amber">TEST</Badge>}
          <EnvironmentSwitch />
          <AccountButton onAddMerchant={() => setAdding(true)} />
        </div>
      </header>
      <main id="content" className="shell-main" ref={main} tabIndex={-1}>
        {isForNobody ? (
          <Suspense>
            <NoMerchant onAdd={() => setAdding(true)} />
          </Suspense>
        ) : (
          <Outlet />
        )}
      </main>
      <PartBoundary onFail={() => setDrawerOpen(undefined)}>
        {isDrawerOpen !== undefined && <Drawer isOpen={isDrawerOpen} onOpenChange={setDrawerOpen} />}
      </PartBoundary>
      <PartBoundary onFail={() => setSearching(false)}>
        {isSearching && <CommandPalette onClose={() => setSearching(false)} />}
      </PartBoundary>
      <PartBoundary onFail={() => setAdding(false)}>
        {isAdding && <AddMerchant onClose={() => setAdding(false)} />}
      </PartBoundary>
      <PartBoundary onFail={() => stepUp?.done(false)}>
        {stepUp && <StepUpDialog onDone={stepUp.done} />}
      </PartBoundary>
      <Toasts />
    </div>
  );
}

/** Reloads if the session has switched to another business: what was typed for one must not be sent for another. */
function useOneMerchant(reference: string | undefined): void {
  const [first] = useState(reference);
  useEffect(() => {
    if (reference === first) return;
    forgetUnsaved();
    window.location.reload();
  }, [reference, first]);
}

/** Asks before someone leaves a screen with unsent input. */
function useQuestionBeforeLeaving(): void {
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      next.pathname !== current.pathname &&
      hasUnsaved() &&
      !window.confirm("Leave this page? Your changes will be lost."),
    enableBeforeUnload: hasUnsettled,
  });
}

/** After the screen's own data. */
const MENUS_MS = 3_000;

/** Loads the menus before someone opens one: then they open at once, even without a connection. */
function useMenusLoaded(): void {
  useEffect(() => {
    const load = () =>
      Promise.allSettled([
        import("./account-menu.tsx"),
        import("./drawer.tsx"),
        import("./merchant-menu.tsx"),
        import("../step-up/step-up-dialog.tsx"),
      ]);
    const timer = setTimeout(() => void load(), MENUS_MS);
    return () => clearTimeout(timer);
  }, []);
}

const isApple = /Mac|iP(hone|ad)/.test(navigator.platform);

/** Opens the search box with Ctrl K, on a Mac ⌘K. */
function useSearchKey(setSearching: (isSearching: boolean) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(isApple ? event.metaKey : event.ctrlKey)) return;
      event.preventDefault();
      setSearching(true);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [setSearching]);
}

/** After a link, moves the keyboard and screen readers to the new screen, as a page load would. */
function useFocusOnNavigation(pathname: string): React.RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
