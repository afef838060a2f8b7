import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { LoggedRequest } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { EmptyList } from "../components/lists/empty-list.tsx";
import { Filters, SelectFilter, useFilters } from "../components/lists/filters.tsx";
import { List, type Column } from "../components/lists/list.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { PeriodFilter } from "../components/lists/period-filter.tsx";
import { TextFilter } from "../components/lists/text-filter.tsx";
import { Time } from "../components/values/time.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { requestTexts as texts } from "../texts/requests.ts";
import { RequestName } from "./request-name.tsx";
import { RequestStatus } from "./request-status.tsx";
import { requestsQuery, requestsTodayQuery } from "./requests-queries.ts";
import "./requests.css";

const wholePath = /^\/[\w/:.@-]{1,200}$/;
const methods = ["GET", "POST", "PUT", "PATCH"].map((method) => [method, method] as const);

const statuses = Object.entries(texts.filters.statuses);
const errorCodes = Object.keys(texts.meanings).map((code) => [code, code] as const);

export function RequestsList() {
  const environment = useEnvironment();
  const { search } = useFilters();
  const page = useQuery(requestsQuery(environment, search));
  const { data: today } = useQuery(requestsTodayQuery(environment));
  const missing = today === undefined ? 0 : today.requests - today.kept;
  return (
    <>
      <PageHeader title={texts.title} text={texts.text} />
      <FindRequest />
      {missing > 0 && <Notice kind="warning">{texts.missing(missing.toLocaleString("en-GB"))}</Notice>}
      <Filters>
        <SelectFilter name="method" label={texts.filters.method} options={methods} />
        <SelectFilter name="statusClass" label={texts.filters.status} options={statuses} />
        <SelectFilter name="errorCode" label={texts.filters.errorCode} options={errorCodes} />
        <PeriodFilter label={texts.filters.arrived} isReal />
        <TextFilter
          name="path"
          label={texts.filters.path}
          placeholder={texts.filters.pathNote}
          pattern={wholePath}
          rule={texts.filters.pathRule}
        />
      </Filters>
      <List
        caption={texts.list.caption}
        page={page}
        columns={columns}
        // Callers may send an id twice.
        keyOf={({ requestId, createdAt }) => requestId + createdAt}
        linkTo={({ requestId }) => ({
          to: "/$environment/developers/requests/$requestId",
          params: { environment, requestId },
        })}
        empty={<EmptyList icon="requests" texts={texts.list} />}
      />
    </>
  );
}

/** Goes to a request by the id in its response's x-request-id. */
function FindRequest() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [requestId, setRequestId] = useState("");
  return (
    <form
      className="requests-find"
      onSubmit={(event) => {
        event.preventDefault();
        void navigate({
          to: "/$environment/developers/requests/$requestId",
          params: { environment, requestId: requestId.trim() },
        });
      }}
    >
      <TextField label={texts.filters.find} value={requestId} onChange={setRequestId} isCode />
      <Button type="submit" icon="search" isDisabled={requestId.trim() === ""}>
        {texts.filters.findButton}
      </Button>
    </form>
  );
}

const columns: Column<LoggedRequest>[] = [
  {
    heading: texts.list.request,
    isMain: true,
    cell: RequestName,
  },
  { heading: texts.list.status, cell: ({ status }) => <RequestStatus status={status} /> },
  {
    heading: texts.list.errorCode,
    isExtra: true,
    cell: ({ errorCode }) => errorCode && <code translate="no">{errorCode}</code>,
  },
  {
    heading: texts.list.caller,
    isExtra: true,
    cell: ({ lastFour }) =>
      lastFour === undefined ? (
        <span className="list-soft">{texts.list.person}</span>
      ) : (
        <code translate="no">…{lastFour}</code>
      ),
  },
  {
    heading: texts.list.duration,
    align: "end",
    isExtra: true,
    cell: ({ durationMs }) => texts.list.ms(durationMs),
  },
  { heading: texts.list.time, cell: ({ createdAt }) => <Time at={createdAt} isReal /> },
];
