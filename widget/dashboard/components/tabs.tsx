import { Tab, TabList, TabPanel, Tabs as AriaTabs } from "react-aria-components/Tabs";
import "./tabs.css";

type TabEntry = { id: string; text: string; content: React.ReactNode };

/** Parts of one screen of which one shows. Which one is the screen's to keep, in the URL where it matters. */
export function Tabs({
  label,
  tabs,
  selected,
  onSelect,
}: {
  label: string;
  tabs: TabEntry[];
  selected?: string;
  onSelect?: (id: string) => void;
}) {
  return (
    <AriaTabs className="tabs" selectedKey={selected} onSelectionChange={(key) => onSelect?.(String(key))}>
      <TabList className="tabs-list" aria-label={label}>
        {tabs.map(({ id, text }) => (
          <Tab key={id} id={id} className="tabs-tab">
            {text}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="tabs-panel">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
