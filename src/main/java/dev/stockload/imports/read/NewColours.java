package dev.stockload.imports.read;

import static dev.stockload.stock.ColourState.READY;

import com.fasterxml.jackson.annotation.JsonInclude;

import dev.stockload.book.rules.ColourNames;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.imports.order.ImportOptions;
import dev.stockload.imports.order.ImportOptions.NewColourMode;
import dev.stockload.imports.read.SheetColours.SheetColour;
import dev.stockload.problem.RowPlace;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.stock.ColourKey;
import dev.stockload.stock.Count;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The colours that a sheet adds to products that have others: they stay for ever. */
public final class NewColours {
    /** Of more, people are told how many there are. */
    private static final int MOST = 1000;

    private static final int MOST_IN_SENTENCE = 10;

    private final SheetColours sheet;
    private final boolean holdsNear;
    private final Set<String> confirmed;
    private final List<NewColour> near = new ArrayList<>();
    private final List<NewColour> others = new ArrayList<>();
    private int count;

    /**
     * A colour that its product does not have yet.
     *
     * @param near the colour of the product that may be meant; null if there is none
     * @param rows its rows in the sheet
     */
    public record NewColour(
            int pid,
            String item,
            String color,
            @JsonInclude(JsonInclude.Include.NON_NULL) String near,
            List<RowPlace> rows) {
        /** The end of a sentence that begins with the colour. */
        public String advice() {
            String product = item.isEmpty() ? "product " + pid : item;
            return "is new in " + product + (near == null ? "" : ", which has " + near);
        }
    }

    /**
     * @param inherited whether the sheet itself says that they are held
     */
    NewColours(SheetColours sheet, ImportOptions options, boolean inherited) {
        this.sheet = sheet;
        this.holdsNear = inherited || options.newColours() == NewColourMode.HOLD;
        this.confirmed =
                options.sheet().values().stream()
                        .filter(each -> each.field() == HeaderField.COLOUR)
                        .filter(each -> each.found().equals(each.value()))
                        .map(each -> ColourKey.of(each.value()))
                        .collect(Collectors.toSet());
    }

    /** Whether what the product has must be known first. */
    boolean asksFor(ColourNames ofProduct, List<SheetColour> colours) {
        return holdsNear
                && (ofProduct.spellings().isEmpty()
                        || colours.stream().anyMatch(each -> isNew(each, ofProduct)));
    }

    /**
     * The colours of a product, where those that are held are no longer ready.
     *
     * @param meant receives the keys of the colours that these may mean
     */
    List<SheetColour> check(
            ProductEntry product, ColourNames names, List<SheetColour> colours, Set<String> meant) {
        if (colours.stream().noneMatch(each -> isNew(each, names))) {
            return colours;
        }
        Set<String> inSheet = new HashSet<>();
        colours.forEach(each -> inSheet.add(ColourKey.of(each.name())));
        List<SheetColour> checked = new ArrayList<>();
        for (SheetColour colour : colours) {
            if (!isNew(colour, names)) {
                checked.add(colour);
                continue;
            }
            Optional<String> other =
                    confirmed.contains(ColourKey.of(colour.name()))
                            ? Optional.empty()
                            : names.near(colour.name(), inSheet);
            NewColour found = add(product, colour, other.orElse(null));
            if (holdsNear && other.isPresent()) {
                names.keyOf(other.get()).ifPresent(meant::add);
                checked.add(sheet.heldAsNew(colour, found.advice()));
            } else {
                checked.add(colour);
            }
        }
        return checked;
    }

    private static boolean isNew(SheetColour colour, ColourNames names) {
        return colour.state() == READY && names.isNew(colour.name());
    }

    private NewColour add(ProductEntry product, SheetColour colour, String other) {
        NewColour found =
                new NewColour(
                        product.id(), product.item(), colour.name(), other, sheet.places(colour));
        List<NewColour> same = other == null ? others : near;
        count++;
        if (same.size() < MOST) {
            same.add(found);
        }
        return found;
    }

    /** Those that may mean another first. */
    public List<NewColour> first() {
        return Stream.concat(near.stream(), others.stream()).toList();
    }

    Optional<String> sentence() {
        List<String> named =
                first().stream()
                        .limit(MOST_IN_SENTENCE + 1L)
                        .map(each -> "'%s' %s".formatted(each.color(), each.advice()))
                        .toList();
        return count == 0
                ? Optional.empty()
                : Optional.of(
                        "%s: %s"
                                .formatted(
                                        Count.of(count, "new colour"),
                                        Count.first(MOST_IN_SENTENCE, named, "; ")));
    }
}
