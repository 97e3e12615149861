# import: test.support.import_helper, test.support.warnings_helper
# ---
# The modules for tests are modules like others: to be authorised.
import _testcapi  ### "Import of _testcapi is not allowed"
# ---
from test.support.import_helper import import_module
import_module("_testcapi")  ### "Import from _testcapi is not allowed"
# ---
from test.support.warnings_helper import check_warnings
import warnings  ### "Import of warnings is not allowed"
