/** Vite turns an imported stylesheet into a file of its own. */
declare module "*.css";
