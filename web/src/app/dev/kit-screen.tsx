import { DocumentTitle } from "@/ui/document-title.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { Actions } from "./kit/actions.tsx";
import { Books } from "./kit/books.tsx";
import { Colours } from "./kit/colours.tsx";
import { Feedback } from "./kit/feedback.tsx";
import { Fields } from "./kit/fields.tsx";
import { Layers } from "./kit/layers.tsx";
import { Lists } from "./kit/lists.tsx";

/**
 * `/dev/kit`, in development only: every component in all of its states, for a visual check in both
 * themes and at every width. Its texts are for developers and not translated.
 */
export default function KitScreen() {
  return (
    <Page>
      <DocumentTitle title="Kit" />
      <PageHeader title="Kit" lead="Every component in all of its states." />
      <Colours />
      <Actions />
      <Fields />
      <Books />
      <Feedback />
      <Lists />
      <Layers />
    </Page>
  );
}
