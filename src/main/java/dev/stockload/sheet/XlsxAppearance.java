package dev.stockload.sheet;

/** Takes what a worksheet part says beside its rows: hidden columns, heights, merged cells. */
final class XlsxAppearance {
    private final SheetXml xml;
    private final Appearance appearance = new Appearance();
    private boolean areRowsFlat;

    XlsxAppearance(SheetXml xml) {
        this.xml = xml;
    }

    Appearance all() {
        return appearance;
    }

    /** Whether rows that do not say their height have none. */
    boolean areRowsFlat() {
        return areRowsFlat;
    }

    /** Takes in the tag at hand, if it is one of these. */
    void take() {
        if (xml.is("mergeCell")) {
            takeMerged();
        } else if (xml.is("col")) {
            takeColumns();
        } else if (xml.is("sheetFormatPr")) {
            while (xml.nextAttribute()) {
                areRowsFlat |= xml.isAttribute("zeroHeight") && xml.isTrue();
            }
        }
    }

    private void takeColumns() {
        int from = 0;
        int to = 0;
        boolean isHidden = false;
        while (xml.nextAttribute()) {
            if (xml.isAttribute("min")) {
                from = xml.number();
            } else if (xml.isAttribute("max")) {
                to = xml.number();
            } else if (xml.isAttribute("hidden")) {
                isHidden |= xml.isTrue();
            } else if (xml.isAttribute("width")) {
                isHidden |= xml.isZero();
            }
        }
        if (isHidden) {
            appearance.hideColumns(from - 1, to - 1);
        }
    }

    private void takeMerged() {
        while (xml.nextAttribute()) {
            if (xml.isAttribute("ref")) {
                CellReference first = new CellReference();
                int next = first.read(xml, 0);
                CellReference last = new CellReference();
                last.read(xml, next + 1);
                appearance.merge(
                        first.row(),
                        first.column(),
                        last.row() - first.row() + 1,
                        last.column() - first.column() + 1);
            }
        }
    }
}
