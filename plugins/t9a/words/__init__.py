"""The words of The 9th Age in the rules language: values and moments, sentences, amounts, deeds."""
