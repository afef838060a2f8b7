import { expect, test } from "vitest";
import { monnifyTime } from "../../workers/gateways/monnify/monnify-time.ts";

test.for([
  ["2021-11-17 11:28:42.615", "2021-11-17T10:28:42.615Z"],
  ["2021-11-17T11:28:42", "2021-11-17T10:28:42.000Z"],
  ["2021-11-17T11:28:42.615+0000", "2021-11-17T11:28:42.615Z"],
  ["2021-11-17T11:28:42Z", "2021-11-17T11:28:42.000Z"],
  ["2021-11-17T00:28:42+01:00", "2021-11-16T23:28:42.000Z"],
  ["17/11/2021 3:48:10 PM", "2021-11-17T14:48:10.000Z"],
  ["25/07/2022 12:20:20 AM", "2022-07-24T23:20:20.000Z"],
  ["25/07/2022 12:20:20 pm", "2022-07-25T11:20:20.000Z"],
  ["1637144922615", "2021-11-17T10:28:42.615Z"],
])("Monnify's %s is %s", ([text, time]) => {
  expect(monnifyTime.parse(text).toISOString()).toBe(time);
});

test.for([
  "",
  "soon",
  "2021-11-17",
  "31/02/2022 1:00:00 PM",
  "2021-13-17 11:28:42",
  "17/11/2021 15:48:10",
  "1637144922",
])("'%s' is no time of Monnify's", (text) => {
  expect(monnifyTime.safeParse(text).error?.issues[0]?.message).toMatch(/^must be a time such as/);
});
