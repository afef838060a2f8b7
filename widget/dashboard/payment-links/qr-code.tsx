import { useRef } from "react";
import { Button } from "../components/forms/button.tsx";
import { saveFile } from "../components/values/save-file.ts";
import { QrCode } from "../components/values/qr-code.tsx";

/** A QR code of a URL, and a button that saves it as a picture; `name` is the file's. */
export function LinkQrCode({ url, name }: { url: string; name: string }) {
  const drawing = useRef<SVGSVGElement>(null);
  const save = () => {
    const picture = drawing.current!.cloneNode(true) as SVGSVGElement;
    picture.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    saveFile(`${name}.svg`, "image/svg+xml", picture.outerHTML);
  };
  return (
    <div className="payment-links-qr">
      <QrCode ref={drawing} text={url} label={`QR code of ${url}`} />
      <Button size="small" onPress={save}>
        Save QR code
      </Button>
    </div>
  );
}
