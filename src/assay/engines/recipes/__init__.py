"""Methods: each is a view, an explorer, a refiner and a first precision, and reads like its paper's abstract."""
