export function Written({ children }: { children: string }) {
  return (
    <p className="verification-lines" dir="auto" translate="no">
      {children}
    </p>
  );
}
