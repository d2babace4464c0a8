/**
 * The children that an element may have, in the order in which they must come: the sequences of the transitional
 * schemas of ECMA-376 (sml.xsd, dml-spreadsheetDrawing.xsd). Elements that are not here have a free order or no
 * children.
 */
import type { XmlElement } from './read-package.ts';

const sequences: Readonly<Record<string, string>> = {
  worksheet:
    'sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges ' +
    'scenarios autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr conditionalFormatting ' +
    'dataValidations hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks ' +
    'customProperties cellWatches ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF drawingHF picture ' +
    'oleObjects controls webPublishItems tableParts extLst',
  sheetPr: 'tabColor outlinePr pageSetUpPr',
  sheetView: 'pane selection pivotSelection extLst',
  row: 'c extLst',
  c: 'f v is extLst',
  is: 't r rPh phoneticPr',
  si: 't r rPh phoneticPr',
  r: 'rPr t',
  conditionalFormatting: 'cfRule extLst',
  cfRule: 'formula colorScale dataBar iconSet extLst',
  colorScale: 'cfvo color',
  dataBar: 'cfvo color',
  dataValidation: 'formula1 formula2',
  headerFooter: 'oddHeader oddFooter evenHeader evenFooter firstHeader firstFooter',
  workbook:
    'fileVersion fileSharing workbookPr workbookProtection bookViews sheets functionGroups externalReferences ' +
    'definedNames calcPr oleSize customWorkbookViews pivotCaches smartTagPr smartTagTypes webPublishing ' +
    'fileRecoveryPr webPublishObjects extLst',
  styleSheet: 'numFmts fonts fills borders cellStyleXfs cellXfs cellStyles dxfs tableStyles colors extLst',
  fill: 'patternFill gradientFill',
  patternFill: 'fgColor bgColor',
  border: 'start end left right top bottom diagonal vertical horizontal',
  xf: 'alignment protection extLst',
  table: 'autoFilter sortState tableColumns tableStyleInfo extLst',
  tableColumn: 'calculatedColumnFormula totalsRowFormula xmlColumnPr extLst',
  comments: 'authors commentList extLst',
  comment: 'text commentPr',
  sst: 'si extLst',
  'xdr:oneCellAnchor': 'xdr:from xdr:ext xdr:pic xdr:clientData',
  'xdr:from': 'xdr:col xdr:colOff xdr:row xdr:rowOff',
  'xdr:pic': 'xdr:nvPicPr xdr:blipFill xdr:spPr xdr:style',
  'x14:cfRule': 'xm:f x14:colorScale x14:dataBar x14:iconSet x14:dxf x14:extLst',
  'x14:dataBar':
    'x14:cfvo x14:fillColor x14:borderColor x14:negativeFillColor x14:negativeBorderColor x14:axisColor',
  'x14:conditionalFormatting': 'x14:cfRule xm:sqref x14:extLst',
};

/** What is wrong with the order of the children, in the element and all below it. */
export function orderFaults(element: XmlElement, path: string): string[] {
  const here = `${path}/${element.name}`;
  const faults: string[] = [];
  const sequence = sequences[element.name]?.split(' ');
  if (sequence) {
    let reached = 0;
    for (const { name } of element.children) {
      const position = sequence.indexOf(name);
      if (position < 0) faults.push(`${here} has a <${name}>, which the schema does not know there.`);
      else if (position < reached) faults.push(`${here} has <${name}> after <${sequence[reached]}>.`);
      reached = Math.max(reached, position);
    }
  }
  for (const child of element.children) faults.push(...orderFaults(child, here));
  return faults;
}
