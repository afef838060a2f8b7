// Loaded before a worker's own modules: a process whose clock is CLOCK_SHIFT_MS ahead of (or behind) the others.
const shift = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const now = Date.now.bind(Date);
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values: unknown[], newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now() + shift] : values, newTarget) as Date,
  apply: () => new RealDate(now() + shift).toString(),
  get: (target, name, receiver) =>
    name === "now" ? () => now() + shift : (Reflect.get(target, name, receiver) as unknown),
});
