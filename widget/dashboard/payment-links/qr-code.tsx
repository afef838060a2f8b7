import { generate } from "lean-qr";
import { useRef } from "react";
import { Button } from "../components/forms/button.tsx";
import { paymentLinkTexts } from "../texts/payment-links.ts";

const texts = paymentLinkTexts.page;
/** The light rim that scanners need, in dots. */
const RIM = 4;

/** A QR code of a URL, and a button that saves it as a picture; `name` is the file's. */
export function QrCode({ url, name }: { url: string; name: string }) {
  const drawing = useRef<SVGSVGElement>(null);
  const { size, path } = drawQrCode(url);
  const save = () => {
    const picture = drawing.current!.cloneNode(true) as SVGSVGElement;
    picture.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    const file = new Blob([picture.outerHTML], { type: "image/svg+xml" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = `${name}.svg`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <div className="payment-links-qr">
      <svg
        ref={drawing}
        className="payment-links-qr-code"
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={texts.qrOf(url)}
        shapeRendering="crispEdges"
      >
        <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
        <path d={path} fill="#101b15" />
      </svg>
      <Button size="small" onPress={save}>
        {texts.saveQr}
      </Button>
    </div>
  );
}

/** The dark dots as one path, and the width of the square with its rim. */
function drawQrCode(text: string): { size: number; path: string } {
  const code = generate(text);
  let path = "";
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path += `M${x + RIM} ${y + RIM}h1v1h-1z`;
  }
  return { size: code.size + 2 * RIM, path };
}
