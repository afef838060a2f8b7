import { createContext } from "react";

/** Whether what a form sends was refused until later. Its submit buttons cannot be pressed until then. */
export const MustWait = createContext(false);
