package dev.stockload.check;

import dev.stockload.problem.ProblemCode;
import dev.stockload.problem.RowPlace;
import dev.stockload.sheet.header.HeaderField;

import java.util.List;

/**
 * The problems of one kind with the same text in the same column, which one correction can cure.
 *
 * @param field the field of the cell, in a matrix of its header for a size; null if no cell is to
 *     be corrected
 * @param column the header of the column; empty for the whole row
 * @param found the text; where it is empty, only single rows can be corrected
 * @param advice the end of a sentence that begins with the text
 * @param offered what is likely meant; null if that is not known
 * @param count how many rows have it
 * @param first the first hundred of these rows
 */
public record ProblemGroup(
        ProblemCode code,
        HeaderField field,
        String column,
        String found,
        String advice,
        String offered,
        int count,
        List<RowPlace> first) {}
