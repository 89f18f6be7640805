// Every file of this module, and every module that imports it, sees the declarations of the model.

@_exported public import MoonwireModel
