import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { LoggedRequest } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Filters, SelectFilter, TextFilter } from "../components/lists/filters.tsx";
import type { Column } from "../components/lists/list.tsx";
import { ListScreen } from "../components/lists/list-screen.tsx";
import { PeriodFilter } from "../components/lists/period-filter.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Code, Soft } from "../components/values/text.tsx";
import { Time } from "../components/values/time.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { meanings } from "./meanings.ts";
import { RequestName, RequestStatus } from "./request-name.tsx";
import { requestsQuery, requestsTodayQuery } from "./requests-queries.ts";
import "./requests.css";

const methods = ["GET", "POST", "PUT", "PATCH"].map((method) => [method, method] as const);
const statuses = [
  ["2xx", "Successful (2xx)"],
  ["3xx", "Not modified (3xx)"],
  ["4xx", "Rejected (4xx)"],
  ["5xx", "Failed (5xx)"],
] as const;
const errorCodes = Object.keys(meanings).map((code) => [code, code] as const);

export function RequestsList() {
  const environment = useEnvironment();
  const { data: today } = useQuery(requestsTodayQuery(environment));
  const missing = today === undefined ? 0 : today.requests - today.kept;
  return (
    <ListScreen
      title="Requests"
      text="API requests with your keys and changes made in the dashboard, from the last 30 days. Bodies and query strings aren’t kept."
      notice={
        <>
          <FindRequest />
          {missing > 0 && (
            <Notice kind="warning">
              Today’s log is full: {missing.toLocaleString("en-GB")} of today’s requests aren’t in it. We keep
              the first 50,000 each day.
            </Notice>
          )}
        </>
      }
      filters={
        <Filters>
          <SelectFilter name="method" label="Method" options={methods} />
          <SelectFilter name="statusClass" label="Status" options={statuses} />
          <SelectFilter name="errorCode" label="Error" options={errorCodes} />
          <PeriodFilter label="Received" isReal />
          <TextFilter
            name="path"
            label="Path"
            placeholder="/v1/payouts/:reference"
            pattern={/^\/[\w/:.@-]{1,200}$/}
            rule="A path as in the documentation, starting with /."
          />
        </Filters>
      }
      query={requestsQuery}
      columns={columns}
      to="/$environment/developers/requests/$requestId"
      idOf={({ requestId }) => requestId}
      // Callers may reuse an id.
      keyOf={({ requestId, createdAt }) => requestId + createdAt}
      icon="requests"
      emptyText="Requests made with your keys appear here about a second later."
    />
  );
}

/** Opens a request by the id in its response's x-request-id. */
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
      <TextField label="Find by request ID" value={requestId} onChange={setRequestId} isCode />
      <Button type="submit" icon="search" isDisabled={requestId.trim() === ""}>
        Find
      </Button>
    </form>
  );
}

const columns: Column<LoggedRequest>[] = [
  { heading: "Request", isMain: true, cell: RequestName },
  { heading: "Status", cell: ({ status }) => <RequestStatus status={status} /> },
  { heading: "Error", isExtra: true, cell: ({ errorCode }) => errorCode && <Code>{errorCode}</Code> },
  {
    heading: "Caller",
    isExtra: true,
    cell: ({ lastFour }) => (lastFour ? <Code>…{lastFour}</Code> : <Soft>Dashboard user</Soft>),
  },
  { heading: "Duration", align: "end", isExtra: true, cell: ({ durationMs }) => `${durationMs} ms` },
  { heading: "Time", cell: ({ createdAt }) => <Time at={createdAt} isReal /> },
];
