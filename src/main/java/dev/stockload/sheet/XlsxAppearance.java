package dev.stockload.sheet;

/** Takes what a worksheet part says beside its rows: hidden columns, heights, merged cells. */
final class XlsxAppearance {
    private final XmlTag tag;
    private final HiddenAndMerged hiddenAndMerged = new HiddenAndMerged();
    private boolean areRowsFlat;

    XlsxAppearance(XmlTag tag) {
        this.tag = tag;
    }

    HiddenAndMerged all() {
        return hiddenAndMerged;
    }

    /** Whether rows that do not say their height have none. */
    boolean areRowsFlat() {
        return areRowsFlat;
    }

    /** Takes in the tag at hand, if it is one of these. */
    void take() {
        if (tag.is("mergeCell")) {
            takeMerged();
        } else if (tag.is("col")) {
            takeColumns();
        } else if (tag.is("sheetFormatPr")) {
            while (tag.nextAttribute()) {
                areRowsFlat |= tag.isAttribute("zeroHeight") && tag.isTrue();
            }
        }
    }

    private void takeColumns() {
        int from = 0;
        int to = 0;
        boolean isHidden = false;
        while (tag.nextAttribute()) {
            if (tag.isAttribute("min")) {
                from = tag.number();
            } else if (tag.isAttribute("max")) {
                to = tag.number();
            } else if (tag.isAttribute("hidden")) {
                isHidden |= tag.isTrue();
            } else if (tag.isAttribute("width")) {
                isHidden |= tag.isZero();
            }
        }
        if (isHidden) {
            hiddenAndMerged.hideColumns(from - 1, to - 1);
        }
    }

    private void takeMerged() {
        while (tag.nextAttribute()) {
            if (tag.isAttribute("ref")) {
                XlsxPlace.Reference first = new XlsxPlace.Reference();
                int next = first.read(tag, 0);
                XlsxPlace.Reference last = new XlsxPlace.Reference();
                last.read(tag, next + 1);
                hiddenAndMerged.merge(
                        first.row(),
                        first.column(),
                        last.row() - first.row() + 1,
                        last.column() - first.column() + 1);
            }
        }
    }
}
