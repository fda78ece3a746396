"""The rules, a module for each section of the rulings: s46_attack is part of section 4.6."""
