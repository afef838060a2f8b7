/** Text by a merchant, a payer or a bank: in its own direction, and not translated. */
export function Own({ children }: { children: React.ReactNode }) {
  return (
    <span dir="auto" translate="no">
      {children}
    </span>
  );
}

/** A reference, key, number or path, not translated. */
export function Code({ isSoft = false, children }: { isSoft?: boolean; children: React.ReactNode }) {
  return (
    <code translate="no" className={isSoft ? "soft" : undefined}>
      {children}
    </code>
  );
}

/** Text that matters less than its neighbour. */
export function Soft({ children }: { children: React.ReactNode }) {
  return <span className="soft">{children}</span>;
}
