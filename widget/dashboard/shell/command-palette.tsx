import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Autocomplete, useFilter } from "react-aria-components/Autocomplete";
import { Dialog } from "react-aria-components/Dialog";
import { Header } from "react-aria-components/Header";
import { Input } from "react-aria-components/Input";
import { Menu, MenuItem, MenuSection } from "react-aria-components/Menu";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { SearchField } from "react-aria-components/SearchField";
import { useSession } from "../api/session.ts";
import { Button, IconButton } from "../components/forms/button.tsx";
import { ErrorText } from "../components/messages/error-text.tsx";
import { Icon } from "../components/values/icon.tsx";
import { shellTexts as texts } from "../texts/shell.ts";
import { words } from "../texts/words.ts";
import { useEnvironment } from "./environment.ts";
import { Money } from "../components/values/money.tsx";
import { iconOf, linkTo, searchQuery } from "./found.ts";
import { navigationFor } from "./navigation.ts";
import "../components/layout/popover.css";
import "../components/layout/dialog.css";
import "./command-palette.css";

/** The search box: goes to a screen by its name, and to a thing by its reference, slug or account number. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const { isReviewer, merchant } = useSession();
  const navigate = useNavigate();
  const { contains } = useFilter({ sensitivity: "base" });
  const [typed, setTyped] = useState("");
  const search = useQuery(searchQuery(environment, typed.trim()));
  const found = search.data ?? [];
  const items = navigationFor({ environment, isReviewer, role: merchant?.role }).flatMap(
    ({ items: ofGroup }) => ofGroup,
  );
  // Before the service has responded, it is not known that nothing was found.
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
        <Dialog className="palette-content" aria-label={texts.search.label}>
          <Autocomplete filter={contains} inputValue={typed} onInputChange={setTyped}>
            <div className="palette-head">
              <SearchField className="palette-field" aria-label={texts.search.label} autoFocus>
                <Icon name="search" />
                <Input className="palette-input" placeholder={texts.search.placeholder} />
              </SearchField>
              <IconButton icon="close" label={words.close} onPress={onClose} />
            </div>
            <div role="status">
              {search.isLoading && <p className="palette-nothing">{texts.search.searching}</p>}
              {search.isError && (
                <div className="palette-nothing">
                  <p>
                    <ErrorText error={search.error} />
                  </p>
                  <Button size="small" onPress={() => void search.refetch()}>
                    {words.retry}
                  </Button>
                </div>
              )}
            </div>
            {!isUnknown && (
              <Menu
                className="popover-list"
                aria-label={texts.search.goTo}
                renderEmptyState={() => <p className="palette-nothing">{texts.search.nothing}</p>}
              >
                {found.length > 0 && (
                  <MenuSection>
                    <Header className="popover-heading">{texts.search.found}</Header>
                    {found.map((thing) => (
                      <MenuItem
                        key={thing.reference}
                        id={thing.reference}
                        // What was found fits what was typed, whatever it is called.
                        textValue={typed}
                        className="popover-item"
                        onAction={() => {
                          onClose();
                          void navigate(linkTo(environment, thing));
                        }}
                      >
                        <Icon name={iconOf(thing)} />
                        <span className="popover-text">
                          <span dir="auto" translate="no">
                            {thing.title}
                          </span>{" "}
                          {thing.amount && <Money {...thing.amount} />}
                          <span className="popover-note">{thing.reference}</span>
                        </span>
                      </MenuItem>
                    ))}
                  </MenuSection>
                )}
                <MenuSection>
                  <Header className="popover-heading">{texts.search.goTo}</Header>
                  {items.map(({ to, text, icon }) => (
                    <MenuItem
                      key={to}
                      id={to}
                      textValue={text}
                      className="popover-item"
                      onAction={() => goTo(to)}
                    >
                      <Icon name={icon} />
                      <span className="popover-text">{text}</span>
                    </MenuItem>
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
