import { createContext } from "react";

/** Whether a form must wait after a refusal. Its submit buttons are disabled until then. */
export const MustWait = createContext(false);
