/**
 * The children that an element may have, in the order that is required: the sequences of the transitional schemas of
 * ECMA-376 (sml.xsd, dml-spreadsheetDrawing.xsd, dml-chart.xsd). Elements that are not listed have children in any
 * order, or none.
 */
import type { XmlElement } from './read-workbook.ts';

const axis =
  'c:axId c:scaling c:delete c:axPos c:majorGridlines c:minorGridlines c:title c:numFmt c:majorTickMark c:minorTickMark ' +
  'c:tickLblPos c:spPr c:txPr c:crossAx c:crosses c:crossesAt';

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
  // Microsoft's schema requires this order; the standard allows any.
  font: 'b i strike condense extend outline shadow u vertAlign sz color name family charset scheme',
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
  'xdr:twoCellAnchor': 'xdr:from xdr:to xdr:graphicFrame xdr:clientData',
  'xdr:graphicFrame': 'xdr:nvGraphicFramePr xdr:xfrm a:graphic',
  'xdr:nvGraphicFramePr': 'xdr:cNvPr xdr:cNvGraphicFramePr',
  'xdr:to': 'xdr:col xdr:colOff xdr:row xdr:rowOff',
  'c:chartSpace':
    'c:date1904 c:lang c:roundedCorners c:style c:clrMapOvr c:pivotSource c:protection c:chart c:spPr c:txPr ' +
    'c:externalData c:printSettings c:userShapes c:extLst',
  'c:chart':
    'c:title c:autoTitleDeleted c:pivotFmts c:view3D c:floor c:sideWall c:backWall c:plotArea c:legend c:plotVisOnly ' +
    'c:dispBlanksAs c:extLst',
  'c:title': 'c:tx c:layout c:overlay c:spPr c:txPr c:extLst',
  'c:plotArea': 'c:layout c:barChart c:lineChart c:catAx c:dateAx c:valAx c:dTable c:spPr c:extLst',
  'c:barChart':
    'c:barDir c:grouping c:varyColors c:ser c:dLbls c:gapWidth c:overlap c:serLines c:axId c:extLst',
  'c:lineChart':
    'c:grouping c:varyColors c:ser c:dLbls c:dropLines c:hiLowLines c:upDownBars c:marker c:smooth c:axId c:extLst',
  // The series of a bar chart and of a line chart.
  'c:ser':
    'c:idx c:order c:tx c:spPr c:invertIfNegative c:pictureOptions c:marker c:dPt c:dLbls c:trendline c:errBars c:cat ' +
    'c:val c:smooth c:shape c:extLst',
  'c:marker': 'c:symbol c:size c:spPr c:extLst',
  'c:dLbls':
    'c:dLbl c:numFmt c:spPr c:txPr c:dLblPos c:showLegendKey c:showVal c:showCatName c:showSerName c:showPercent ' +
    'c:showBubbleSize c:separator c:showLeaderLines c:leaderLines c:extLst',
  'c:catAx': `${axis} c:auto c:lblAlgn c:lblOffset c:tickLblSkip c:tickMarkSkip c:noMultiLvlLbl c:extLst`,
  'c:dateAx': `${axis} c:auto c:lblOffset c:baseTimeUnit c:majorUnit c:majorTimeUnit c:minorUnit c:minorTimeUnit c:extLst`,
  'c:valAx': `${axis} c:crossBetween c:majorUnit c:minorUnit c:dispUnits c:extLst`,
  'c:scaling': 'c:logBase c:orientation c:max c:min c:extLst',
  'c:legend': 'c:legendPos c:legendEntry c:layout c:overlay c:spPr c:txPr c:extLst',
  'c:strRef': 'c:f c:strCache c:extLst',
  'c:numRef': 'c:f c:numCache c:extLst',
  'c:strCache': 'c:ptCount c:pt c:extLst',
  'c:numCache': 'c:formatCode c:ptCount c:pt c:extLst',
  'c:txPr': 'a:bodyPr a:lstStyle a:p',
  'c:rich': 'a:bodyPr a:lstStyle a:p',
  'a:p': 'a:pPr a:r a:br a:fld a:endParaRPr',
  'a:r': 'a:rPr a:t',
  'xdr:from': 'xdr:col xdr:colOff xdr:row xdr:rowOff',
  'xdr:pic': 'xdr:nvPicPr xdr:blipFill xdr:spPr xdr:style',
  'x14:cfRule': 'xm:f x14:colorScale x14:dataBar x14:iconSet x14:dxf x14:extLst',
  'x14:dataBar':
    'x14:cfvo x14:fillColor x14:borderColor x14:negativeFillColor x14:negativeBorderColor x14:axisColor',
  'x14:conditionalFormatting': 'x14:cfRule xm:sqref x14:extLst',
};

/** Mistakes in the order of the children, in the element and all below it. */
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
