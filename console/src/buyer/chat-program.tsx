/** The playground's request as a program, in several languages. */
import { Panel } from '../design/layout';
import { Tabs } from '../design/tabs';
import type { ChatBody } from './chat-stream';
import { CopyButton } from '../design/copy-button';
import { snippetsOf } from './snippets';

export function ChatProgram({ body }: { readonly body: ChatBody }) {
  const tabs = snippetsOf(location.origin, body).map(({ value, label, code }) => ({
    value,
    label,
    content: (
      <div className="program">
        <CopyButton text={code} />
        <pre tabIndex={0} aria-label={`The request in ${label}`}>
          <code>{code}</code>
        </pre>
      </div>
    ),
  }));
  return (
    <Panel title="The same request as a program">
      <Tabs label="Language" tabs={tabs} />
    </Panel>
  );
}
