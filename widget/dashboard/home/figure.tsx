import "./home.css";

type FigureProps = {
  name: React.ReactNode;
  value: React.ReactNode;
  note: React.ReactNode;
  /** It is larger than the others. */
  isMain?: boolean;
  children?: React.ReactNode;
};

/** A number in a list, with its name above and a note below. */
export function Figure({ name, value, note, isMain = false, children }: FigureProps) {
  return (
    <div className={isMain ? "home-figure-main" : undefined}>
      <dt className="note">{name}</dt>
      <dd className="home-figure">{value}</dd>
      {children}
      <dd className="small">{note}</dd>
    </div>
  );
}
