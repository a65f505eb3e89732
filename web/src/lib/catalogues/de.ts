import causeway from "../../words/causeway/de";
import common from "../../words/common/de";
import escape from "../../words/escape/de";
import learn from "../../words/learn/de";
import type { Catalogue } from "../words";

const catalogue: Catalogue = { ...common, ...causeway, ...escape, ...learn };
export default catalogue;
