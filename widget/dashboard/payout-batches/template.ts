import { saveFile } from "../components/values/save-file.ts";

/** Its second row is an example that is never paid: no bank has such a name. */
const rows = [
  ["amount", "bank", "account_number", "account_name", "narration", "purpose", "merchant_reference"],
  ["12,500.00", "058", "0123456789", "Example: replace this row", "March salary", "salary", "staff-001"],
];

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006";
const SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const cells = (row: string[], number: number) =>
  row.map((text, column) => {
    const place = `${String.fromCharCode(65 + column)}${number}`;
    return `<c r="${place}" s="1" t="inlineStr"><is><t>${text}</t></is></c>`;
  });

/** The parts of an Excel workbook (ECMA-376) whose columns are text, so that zeros at the start stay. */
const parts = {
  "[Content_Types].xml": `${XML}<Types xmlns="${PACKAGE}/content-types">
    <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
    <Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>
    <Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>
    <Override PartName="/xl/sheet.xml" ContentType="${TYPES}.worksheet+xml"/>
  </Types>`,
  "_rels/.rels": `${XML}<Relationships xmlns="${PACKAGE}/relationships">
    <Relationship Id="rId1" Type="${OFFICE}/relationships/officeDocument" Target="xl/workbook.xml"/>
  </Relationships>`,
  "xl/_rels/workbook.xml.rels": `${XML}<Relationships xmlns="${PACKAGE}/relationships">
    <Relationship Id="rId1" Type="${OFFICE}/relationships/worksheet" Target="sheet.xml"/>
    <Relationship Id="rId2" Type="${OFFICE}/relationships/styles" Target="styles.xml"/>
  </Relationships>`,
  "xl/workbook.xml": `${XML}<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}/relationships">
    <sheets><sheet name="Payouts" sheetId="1" r:id="rId1"/></sheets>
  </workbook>`,
  // Number format 49 is text.
  "xl/styles.xml": `${XML}<styleSheet xmlns="${SHEETS}">
    <fonts count="1"><font/></fonts>
    <fills count="2">
      <fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>
    </fills>
    <borders count="1"><border/></borders>
    <cellStyleXfs count="1"><xf/></cellStyleXfs>
    <cellXfs count="2"><xf/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs>
    <cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
  </styleSheet>`,
  "xl/sheet.xml": `${XML}<worksheet xmlns="${SHEETS}">
    <cols><col min="1" max="${rows[0]!.length}" width="24" style="1" customWidth="1"/></cols>
    <sheetData>${rows
      .map((row, index) => `<row r="${index + 1}">${cells(row, index + 1).join("")}</row>`)
      .join("")}</sheetData>
  </worksheet>`,
};

/** Saves the workbook to fill in, which is then saved as CSV. */
export async function saveTemplate(): Promise<void> {
  const { strToU8, zipSync } = await import("fflate");
  const files = Object.entries(parts).map(([name, text]) => [name, strToU8(text)] as const);
  saveFile("bulk-payouts.xlsx", `${TYPES}.sheet`, zipSync(Object.fromEntries(files), { level: 0 }));
}
