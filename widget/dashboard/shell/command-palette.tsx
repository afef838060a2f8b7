import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Autocomplete, useFilter } from "react-aria-components/Autocomplete";
import { Dialog } from "react-aria-components/Dialog";
import { Header } from "react-aria-components/Header";
import { Input } from "react-aria-components/Input";
import { Menu, MenuSection } from "react-aria-components/Menu";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { SearchField } from "react-aria-components/SearchField";
import { Own } from "../components/values/text.tsx";
import { useSession } from "../api/session.ts";
import { Button, IconButton } from "../components/forms/button.tsx";
import { trimPasted } from "../components/forms/pasted.ts";
import { ErrorText } from "../components/messages/error-text.tsx";
import { Icon } from "../components/values/icon.tsx";
import { useEnvironment } from "./environment.ts";
import { Money } from "../components/values/money.tsx";
import { iconOf, linkTo, searchQuery } from "./found.ts";
import { navigationFor } from "./navigation.ts";
import { Option } from "../components/layout/option.tsx";
import "../components/layout/popover.css";
import "../components/layout/dialog.css";
import "./command-palette.css";

/** The search box: opens a screen by its name, or a record by its reference, slug or account number. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const { isReviewer, merchant } = useSession();
  const navigate = useNavigate();
  const { contains } = useFilter({ sensitivity: "base" });
  const [typed, setTyped] = useState("");
  const search = useQuery(searchQuery(environment, trimPasted(typed)));
  const found = search.data ?? [];
  const items = navigationFor({ environment, isReviewer, role: merchant?.role }).flatMap(
    ({ items: ofGroup }) => ofGroup,
  );
  // Before the service responds, "nothing found" is not certain.
  const isUnknown = (search.isLoading || search.isError) && !items.some(({ text }) => contains(text, typed));
  const goTo = (to: (typeof items)[number]["to"]) => {
    onClose();
    void navigate({ to, params: { environment } });
  };
  return (
    <ModalOverlay
      className="dialog-scrim palette-scrim"
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Modal className="dialog palette">
        <Dialog className="palette-content" aria-label="Search">
          <Autocomplete filter={contains} inputValue={typed} onInputChange={setTyped}>
            <div className="palette-head row">
              <SearchField className="row fill soft" aria-label="Search" autoFocus>
                <Icon name="search" />
                <Input className="palette-input fill" placeholder="Reference or screen…" />
              </SearchField>
              <IconButton icon="close" label="Close" onPress={onClose} />
            </div>
            <div role="status">
              {search.isLoading && <p className="palette-nothing">Searching…</p>}
              {search.isError && (
                <div className="palette-nothing">
                  <p>
                    <ErrorText error={search.error} />
                  </p>
                  <Button size="small" onPress={() => void search.refetch()}>
                    Try again
                  </Button>
                </div>
              )}
            </div>
            {!isUnknown && (
              <Menu
                className="popover-list"
                aria-label="Go to"
                renderEmptyState={() => <p className="palette-nothing">Nothing found.</p>}
              >
                {found.length > 0 && (
                  <MenuSection>
                    <Header className="popover-heading">Found</Header>
                    {found.map((thing) => (
                      <Option
                        key={thing.reference}
                        id={thing.reference}
                        // A found record fits the typed text, whatever its name.
                        textValue={typed}
                        onAction={() => {
                          onClose();
                          void navigate(linkTo(environment, thing));
                        }}
                        icon={iconOf(thing)}
                      >
                        <Own>{thing.title}</Own> {thing.amount && <Money {...thing.amount} />}
                        <span className="popover-note small">{thing.reference}</span>
                      </Option>
                    ))}
                  </MenuSection>
                )}
                <MenuSection>
                  <Header className="popover-heading">Go to</Header>
                  {items.map(({ to, text, icon }) => (
                    <Option key={to} id={to} textValue={text} onAction={() => goTo(to)} icon={icon}>
                      {text}
                    </Option>
                  ))}
                </MenuSection>
              </Menu>
            )}
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
