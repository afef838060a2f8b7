import "./section.css";

type SectionProps = {
  title: string;
  text?: React.ReactNode;
  actions?: React.ReactNode;
  children: React.ReactNode;
};

/** A part of a screen with its own heading. */
export function Section({ title, text, actions, children }: SectionProps) {
  return (
    <section className="section">
      <div className="section-head between">
        <div>
          <h2>{title}</h2>
          {text !== undefined && <p className="section-text note">{text}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** A bordered area, for a form or a few facts that belong together. */
export function Card({ children }: { children: React.ReactNode }) {
  return <div className="card box">{children}</div>;
}

/** A main part with a narrower one beside it, or below it without room. */
export function Columns({ main, side }: { main: React.ReactNode; side: React.ReactNode }) {
  return (
    <div className="columns">
      <div>{main}</div>
      <div>{side}</div>
    </div>
  );
}
