import { saveFile } from "../components/values/save-file.ts";

/** The file to fill in. Its row is an example that is never paid: no bank has such a name. */
const template = [
  "amount,bank,account_number,account_name,narration,purpose,merchant_reference",
  '"12,500.00",058,"0123456789",Example: replace this row,March salary,salary,staff-001',
  "",
].join("\r\n");

/** Spreadsheets read UTF-8 if a file begins with this mark. */
const MARK = "\ufeff";

export const saveTemplate = () => saveFile("bulk-payouts.csv", "text/csv", MARK + template);
