/** Vite makes a file of its own of a stylesheet that is imported. */
declare module "*.css";
