import { generate } from "lean-qr";
import "./qr-code.css";

/** The light rim that scanners need, in dots. */
const RIM = 4;

type QrCodeProps = { text: string; label: string; ref?: React.Ref<SVGSVGElement> };

export function QrCode({ text, label, ref }: QrCodeProps) {
  const code = generate(text);
  const size = code.size + 2 * RIM;
  let path = "";
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path += `M${x + RIM} ${y + RIM}h1v1h-1z`;
  return (
    <svg
      ref={ref}
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#101b15" />
    </svg>
  );
}
