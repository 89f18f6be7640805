// All that the model declares is at hand in every file of this module, and for whoever imports it.

@_exported public import MoonwireModel
